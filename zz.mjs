import { decodeFrame } from './src/formats/decode/decode.ts'; import { Problem } from './src/core/problem.ts'; import fs from 'node:fs'; import sharp from 'sharp';
const dir='test/fixtures/decode/'; const files=Object.fromEntries(fs.readdirSync(dir).filter(f=>/\./.test(f)&&!f.endsWith('json')).map(f=>[f,new Uint8Array(fs.readFileSync(dir+f))]));
const j=sharp(Uint8Array.from({length:1400},(_,i)=>i%251),{raw:{width:40,height:35,channels:1}}); files['a.jpg']=new Uint8Array(await j.jpeg().toBuffer()); files['p.jpg']=new Uint8Array(await j.jpeg({progressive:true}).toBuffer());
let seed=12345; const rnd=n=>{seed=(Math.imul(seed,1664525)+1013904223)>>>0; return Math.floor(seed/2**32*n)};
const end=performance.now()+90000; let n=0,slow=0,bad={},frames=0; const names=Object.keys(files);
while(performance.now()<end){ const name=names[rnd(names.length)]; if(name.endsWith('.h5')&&rnd(4))continue; const b=files[name].slice(); const k=1+rnd(8); const lim=rnd(2)?b.length:Math.min(b.length,400);
 for(let i=0;i<k;i++){const at=rnd(lim); const m=rnd(4); if(m===0)b[at]=255; else if(m===1)b[at]=0; else if(m===2)b[at]=rnd(256); else b[at]^=1<<rnd(8);}
 const t=performance.now(); try{const {frame}=await decodeFrame(b); frames++; if(frame.samples.length!==frame.width*frame.height)throw new Error('size')}catch(e){ if(!(e instanceof Problem)){bad[e.stack.split('\n').slice(0,3).join('|')]=name}} const d=performance.now()-t; if(d>slow){slow=d; console.log('slow',name,d.toFixed(0))} n++}
console.log(n,'frames',frames,bad,process.resourceUsage().maxRSS/1e3);
